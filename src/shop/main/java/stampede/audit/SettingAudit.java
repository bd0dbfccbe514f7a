package stampede.audit;

import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import stampede.setting.SettingChanged;

/** Writes each change of a setting into the audit log, by whatever way it came. */
@Component
class SettingAudit {

    private final AuditLog audit;

    SettingAudit(AuditLog audit) {
        this.audit = audit;
    }

    @EventListener
    void write(SettingChanged changed) {
        var change = changed.change();
        audit.write(
                change.who(),
                change.after().isPresent() ? "SETTING_CHANGED" : "SETTING_TAKEN_BACK",
                "setting:" + change.name(),
                new AuditLog.Change(changed.before(), changed.after()),
                change.reason());
    }
}
