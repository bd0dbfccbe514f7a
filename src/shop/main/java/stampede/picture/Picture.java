package stampede.picture;

import java.util.List;
import java.util.Optional;
import stampede.account.AccountId;

/**
 * A picture that somebody uploaded.
 *
 * @param id its id
 * @param owner who uploaded it
 * @param state how far it is
 * @param refusal why it cannot be drawn, if it is {@link State#REFUSED}
 * @param width of what was uploaded, upright, in pixels
 * @param height of what was uploaded, upright, in pixels
 * @param drawn where it is, once it is {@link State#READY}
 */
public record Picture(
        PictureId id,
        AccountId owner,
        State state,
        Optional<PictureRefusal> refusal,
        int width,
        int height,
        Optional<Drawn> drawn) {

    /** How far a picture is. The names are part of the JSON API. */
    public enum State {
        /** A worker will draw it. */
        PENDING,
        /** It can be shown. */
        READY,
        /** It cannot be drawn. */
        REFUSED
    }

    /**
     * What was drawn: squares of {@link #sides()}.
     *
     * @param sha256 of all files, in hex; nobody can guess it, and what it names never changes
     * @param type of all files
     * @param largest side of the largest, in pixels
     */
    public record Drawn(String sha256, PictureType type, int largest) {

        /** The sides that pictures are drawn in, in pixels, smallest first. None is drawn larger than it was. */
        static final List<Integer> SIDES = List.of(160, 320, 640, 1280);

        /** The sides there are, in pixels, smallest first. */
        public List<Integer> sides() {
            return SIDES.stream().filter(side -> side <= largest).toList();
        }

        /** The path of the smallest file that is as large as this, or of the largest. */
        public String path(int side) {
            var best =
                    sides().stream().filter(there -> there >= side).findFirst().orElse(largest);
            return folder() + best + "." + type.ending();
        }

        /** Where its files are, with a slash at the end. */
        public String folder() {
            return "/pictures/" + sha256 + "/";
        }
    }
}
