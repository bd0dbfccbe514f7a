package stampede.servers;

/**
 * What stands in front of the shop does with requests for a path.
 *
 * @param closed whether nobody comes in there
 * @param passedOnWhen after what another node is asked, in nginx' words
 * @param passedOnWithin seconds
 * @param longestBody in nginx' words
 * @param longestSilence seconds in which a node has to say something
 * @param perSecond how many requests of a network or address
 * @param atOnce how many more of them
 * @param connections of a network or address
 */
record RequestTreatment(
        boolean closed,
        String passedOnWhen,
        String passedOnWithin,
        String longestBody,
        String longestSilence,
        String perSecond,
        int atOnce,
        String connections) {}
