/**
 * Takes what people upload, and keeps only what it drew itself.
 *
 * <p>Three types are for others:
 *
 * <ul>
 *   <li>{@link stampede.picture.Pictures}: {@code upload(owner, file, shape)} looks at a file, keeps it and has it drawn; {@code find(id)} tells
 *       how far it is. {@link stampede.picture.Picture#drawn} has its path in each size; the catalogue is told of those that products show.
 *   <li>{@link stampede.picture.ProductPictures}: which pictures a product has, in which order, with which words; up to eight. Whoever calls it has
 *       made sure that the product is theirs to change.
 *   <li>{@link stampede.picture.PictureStore}: where files are, for a place that has something better than the database.
 * </ul>
 *
 * <p>All that is refused is a {@link stampede.picture.PictureRefused}, with a sentence in both languages. A handler that takes files has its path in
 * {@code stampede.security.Uploads}; everywhere else files are refused unread.
 */
@ApplicationModule(allowedDependencies = {"account", "catalog", "http", "ids", "refusal", "task"})
@NullMarked
package stampede.picture;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
