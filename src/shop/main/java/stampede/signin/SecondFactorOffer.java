package stampede.signin;

import stampede.account.SignedIn;
import stampede.qr.QrCode;
import stampede.signin.secondfactor.TotpSecret;

/**
 * The secret that an authenticator app is set up with; never to be logged or shown again.
 *
 * @param key in base32, to be typed
 * @param link the same as an otpauth link
 * @param picture the link as a QR code: the path of an SVG, one unit for each dark square
 * @param size of the picture's sides, in units
 */
public record SecondFactorOffer(String key, String link, String picture, int size) {

    static SecondFactorOffer of(TotpSecret secret, SignedIn account) {
        var link = secret.link(account.username());
        var picture = QrCode.of(link);
        return new SecondFactorOffer(secret.text(), link, picture.path(), picture.size());
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "SecondFactorOffer";
    }
}
