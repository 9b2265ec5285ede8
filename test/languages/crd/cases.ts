// A case of another checker: two definitions of loans, and whether it flags the change.

export interface Case {
  readonly name: string
  /** Properties of the `spec` or whole definitions. */
  readonly older: string
  readonly newer: string
  /** Whether the other checker flags the change. */
  readonly flagged: boolean
  readonly answer: 'breaking' | 'review' | 'compatible'
  /** Why the answer is another. */
  readonly why?: string
}

export const definition = (
  versions: string,
  scope = 'Namespaced',
  more = ''
): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: library.example
  names: {kind: Loan, plural: loans}
  scope: ${scope}
  ${more}
  versions: [${versions}]
`

/** A version with a spec, whose other keywords can be given. */
export const version = (spec: string, {name = 'v1', status = '', more = ''} = {}): string =>
  `{name: ${name}, served: true, ${more}schema: {openAPIV3Schema: {type: object, required: [spec], properties: {spec: {type: object, ${spec}}${status}}}}}`

export const fields = (properties: string): string => definition(version(`properties: {${properties}}`))

export const BOOK = 'book: {type: string}'

export const STATE = 'state: {type: string, enum: [Lent, Back], default: Lent}'
