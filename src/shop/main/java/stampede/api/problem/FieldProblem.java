package stampede.api.problem;

/**
 * What is wrong with one part of a request.
 *
 * @param field where: a member of the body, a parameter or a header
 * @param message what, for people
 */
record FieldProblem(String field, String message) {}
