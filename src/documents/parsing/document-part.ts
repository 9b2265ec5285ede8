/** A member of one of the large maps of a document, such as a path or a schema. */
export interface DocumentPart {
  readonly value: object
  /** All `$ref` values anywhere in it. */
  readonly refs: readonly string[]
  /** The schemas named by discriminator mappings in it. */
  readonly mappedSchemas: readonly string[]
}
