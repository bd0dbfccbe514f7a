package stampede.ids;

/** This node may not make ids now, because it has no lease on a node number or its clock stepped back. */
public class IdsUnavailable extends RuntimeException {

    /** Without a stack trace, because under load it is thrown as often as ids are asked for. */
    public IdsUnavailable(String why) {
        super(why, null, false, false);
    }
}
