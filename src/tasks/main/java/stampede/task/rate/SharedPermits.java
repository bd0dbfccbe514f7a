package stampede.task.rate;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;

/** Buckets that all nodes share. */
@FunctionalInterface
interface SharedPermits {

    /**
     * The bucket of this key, made if there is none.
     *
     * @throws RuntimeException from each use, and from this, while whoever keeps them is away
     */
    Bucket bucket(byte[] key, BucketConfiguration configuration);
}
