package stampede.catalog;

/** Whether a product may be put on sale. The names are part of the JSON API. */
public enum ProductState {
    /** It may. */
    ACTIVE,
    /** It is put on sale no more; offers that there are go on. */
    RETIRED
}
