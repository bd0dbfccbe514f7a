package stampede.storefront;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.AccountRefused;
import stampede.account.FrontDoor;
import stampede.account.KnownDevices;
import stampede.account.LocalPath;
import stampede.account.PageCookies;

/** Signs people in, and leads them back to what they wanted. Signing out is a filter's work: POST /sign-out. */
@Controller
class SignInController {

    private final FrontDoor frontDoor;
    private final PageCookies cookies;
    private final KnownDevices devices;

    SignInController(FrontDoor frontDoor, PageCookies cookies, KnownDevices devices) {
        this.frontDoor = frontDoor;
        this.cookies = cookies;
        this.devices = devices;
    }

    @GetMapping("/sign-in")
    String form(@RequestParam(name = "continue", defaultValue = "/") LocalPath wanted, Model model) {
        model.addAttribute("wanted", wanted);
        return "storefront/sign-in";
    }

    @PostMapping("/sign-in")
    String signIn(
            @RequestParam String username,
            @RequestParam String password,
            @RequestParam(name = "continue", defaultValue = "/") LocalPath wanted,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        try {
            var device = devices.find(username, request);
            var account = frontDoor.signIn(username, password, request.getRemoteAddr(), device);
            cookies.signIn(account, request, response);
            if (device.isEmpty()) {
                devices.remember(account, response);
            }
            return "redirect:" + wanted;
        } catch (AccountRefused refused) {
            RefusedForm.show(refused, username, response, model);
            return form(wanted, model);
        }
    }
}
