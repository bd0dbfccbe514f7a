package stampede.api.draft;

import java.net.URI;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.api.IdempotencyKey;
import stampede.api.IfMatch;
import stampede.draft.DraftId;
import stampede.draft.OfferDraft;
import stampede.draft.OfferDrafts;
import stampede.draft.OfferSubmissions;
import stampede.idempotency.IdempotentRequests;

/** What sellers and operators are answered alike; the difference is whose products and drafts there are for them. */
@Component
class DraftAnswers {

    private final OfferDrafts drafts;
    private final OfferSubmissions submissions;
    private final IdempotentRequests requests;

    DraftAnswers(OfferDrafts drafts, OfferSubmissions submissions, IdempotentRequests requests) {
        this.drafts = drafts;
        this.submissions = submissions;
        this.requests = requests;
    }

    /**
     * Keeps a draft.
     *
     * @param path where this person's drafts are
     * @param key sent again with the same request, it makes nothing more and answers what it made
     */
    ResponseEntity<DraftView> add(SignedIn account, String path, Optional<IdempotencyKey> key, DraftRequest draft) {
        var id = requests.once(
                account,
                key.map(IdempotencyKey::value),
                draft,
                () -> drafts.add(account, draft.terms(word -> drafts.product(account, word), 0))
                        .id()
                        .value());
        return answer(ResponseEntity.created(URI.create(path + "/" + id)), drafts.find(account, new DraftId(id)));
    }

    ResponseEntity<DraftView> find(SignedIn account, DraftId draft) {
        return answer(ResponseEntity.ok(), drafts.find(account, draft));
    }

    ResponseEntity<DraftView> change(SignedIn account, DraftId id, String ifMatch, DraftRequest draft) {
        var terms = draft.terms(
                word -> drafts.product(account, word),
                drafts.find(account, id).terms().limitPerAddress());
        return answer(ResponseEntity.ok(), drafts.change(account, id, IfMatch.version(ifMatch), terms));
    }

    ResponseEntity<DraftView> submit(SignedIn account, DraftId draft) {
        return answer(ResponseEntity.ok(), submissions.submit(account, draft));
    }

    ResponseEntity<DraftView> recall(SignedIn account, DraftId draft) {
        return answer(ResponseEntity.ok(), submissions.recall(account, draft));
    }

    private static ResponseEntity<DraftView> answer(ResponseEntity.BodyBuilder answer, OfferDraft draft) {
        return answer.eTag(Long.toString(draft.version())).body(DraftView.of(draft));
    }
}
