/** JSON Schema dialects. */
export const DIALECTS = [
  'draft-04',
  'draft-06',
  'draft-07',
  '2019-09',
  '2020-12',
  'openapi-3.0',
  'swagger-2.0'
] as const
export type Dialect = (typeof DIALECTS)[number]

/** A schema together with the document that its references resolve in. */
export interface SchemaSource {
  readonly schema: unknown
  /**
   * The document that contains the schema and the targets of its `#/…` references; the schema itself if it stands
   * alone.
   */
  readonly document?: unknown
  /** JSON pointer of the schema in its document. */
  readonly pointer?: string
  readonly dialect: Dialect
  /** Absolute URL of the document, the base of relative references. */
  readonly address?: string
  /** Finds another document by its absolute URL. */
  readonly lookup?: (address: string) => unknown
}
