package stampede.mail;

import stampede.account.AccountId;
import stampede.task.Sensitive;

/**
 * The task: sends a mail to an account's address, which is looked up when it is sent and is not in here.
 *
 * @param account its id
 * @param subject in English
 * @param text in English
 * @param subjectZh in Chinese
 * @param textZh in Chinese
 * @param path where its link leads; empty: it has none
 */
record SendShopperMail(
        String account,
        @Sensitive String subject,
        @Sensitive String text,
        @Sensitive String subjectZh,
        @Sensitive String textZh,
        @Sensitive String path) {

    static SendShopperMail of(AccountId account, MailText text) {
        return new SendShopperMail(
                account.toString(),
                text.english().subject(),
                text.english().text(),
                text.chinese().subject(),
                text.chinese().text(),
                text.path());
    }

    MailText.Words in(boolean isChinese) {
        return isChinese ? new MailText.Words(subjectZh, textZh) : new MailText.Words(subject, text);
    }
}
