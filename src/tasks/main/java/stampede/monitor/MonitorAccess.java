package stampede.monitor;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Says who may use the monitor. An application that has a bean of it opens the monitor to whom it says; with several, or with roles in the
 * settings as well, it is enough that one says yes. Asked at every request.
 */
public interface MonitorAccess {

    /** Whether the request may see pages and figures. */
    boolean mayRead(HttpServletRequest request);

    /** Whether it may also change something: cancel, replay, discard, pause, purge, run. Nobody acts who may not read. */
    boolean mayAct(HttpServletRequest request);
}
