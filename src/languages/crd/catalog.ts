import type {ChangeExplanation} from '../openapi/catalog/example.ts'
import type {CRD_KINDS} from './kinds.ts'

const definitionExample = (
  versions: string,
  scope = '  scope: Namespaced'
): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: library.example
  names: {kind: Loan, plural: loans}
${scope}
  versions:
    - name: v1
${versions}`

/** A definition in which a loan has this field. */
const fieldExample = (field: string): string =>
  definitionExample(`      served: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
${field}`)

/** Explanation of each kind of change that only definitions of custom resources have. */
export const CRD_CHANGES = {
  'version-not-served': {
    title: 'Version no longer served',
    means:
      'The definition still has the version, and the server no longer answers requests for it. It counts as a removal.',
    example: definitionExample('      # old\n      served: true\n      # new\n      served: false\n')
  },
  'unserved-version-added': {
    title: 'Version added that is not served',
    means: 'The definition has a new version that clients cannot use yet, or no longer.',
    example: definitionExample('      served: true\n    # new\n    - name: v2\n      served: false\n')
  },
  'unserved-version-removed': {
    title: 'Version removed that was not served',
    means: 'A version left the definition after it was no longer served.',
    example: definitionExample('      served: true\n    # old\n    - name: v1beta1\n      served: false\n')
  },
  'scope-changed': {
    title: 'Scope changed',
    means: 'The resources belong to a namespace and did not before, or the other way round, so their URLs are others.',
    example: definitionExample(
      '      served: true\n',
      '  # old\n  scope: Namespaced\n  # new\n  scope: Cluster\n  # both'
    )
  },
  'plural-changed': {
    title: 'Plural name changed',
    means: 'The name of the resources in URLs changed, so requests to the old URLs fail.',
    example: definitionExample('      served: true\n').replace(
      '{kind: Loan, plural: loans}',
      '\n    kind: Loan\n    # old\n    plural: loans\n    # new\n    plural: lendings\n    # both'
    )
  },
  'names-changed': {
    title: 'Names changed',
    means:
      'Another name changed by which clients address the resources: the singular, the short names, the categories, or the kind of a list. Names that were only added are compatible.',
    example: definitionExample('      served: true\n').replace(
      '{kind: Loan, plural: loans}',
      '\n    kind: Loan\n    plural: loans\n    # old\n    shortNames: [ln]\n    # both'
    )
  },
  'storage-version-changed': {
    title: 'Storage version changed',
    means:
      'The server stores resources in another version (`storage: true`). It is compatible if the older release served that version, and if a webhook converts resources or all versions have the same fields. Otherwise, fields can be lost, or there is no way back. So they are if a stored version that is not served has fewer fields.',
    example: definitionExample(`      served: true
      schema: {openAPIV3Schema: {type: object, properties: {place: {type: string}}}}
      # old
      storage: true
      # new
      storage: false
      # both
    - name: v2
      served: true
      schema: {openAPIV3Schema: {type: object, properties: {shelf: {type: string}}}}
      # old
      storage: false
      # new
      storage: true
`)
  },
  'storage-version-removed': {
    title: 'Storage version removed',
    means:
      'The version that was stored is no longer listed. A server that has stored resources in it refuses the definition, until they are migrated and `status.storedVersions` no longer names it. Store another version in one release, and remove the old one in a later release.',
    example: definitionExample(`      served: true
      # old
      storage: false
    - name: v1alpha1
      served: false
      storage: true
      # new
      storage: true
`)
  },
  'conversion-changed': {
    title: 'Conversion changed',
    means:
      'A webhook converts resources between versions, and did not before, or the other way round. Without one, the server drops the fields that the other version does not have. It is compatible if all versions have the same fields.',
    example: definitionExample(`      served: true
      schema: {openAPIV3Schema: {type: object, properties: {place: {type: string}}}}
    - name: v2
      served: true
      schema: {openAPIV3Schema: {type: object, properties: {shelf: {type: string}}}}
`).replace(
      '  versions:',
      '  # old\n  conversion: {strategy: Webhook, webhook: {clientConfig: {url: "https://library.example"}}}\n  # both\n  versions:'
    )
  },
  'subresource-removed': {
    title: 'Subresource removed',
    means: 'Requests to `status` or `scale` of a resource fail, such as those by which controllers write the status.',
    example: definitionExample('      served: true\n      # old\n      subresources: {status: {}}\n')
  },
  'subresource-added': {
    title: 'Subresource added',
    means:
      'Resources have `scale` or `status` as URLs of their own. A status is then written there only, and ignored in other requests.',
    example: definitionExample('      served: true\n      # new\n      subresources: {status: {}}\n')
  },
  'subresource-changed': {
    title: 'Subresource changed',
    means: 'The number of replicas is read from other fields, or written to others.',
    example: definitionExample(`      served: true
      subresources:
        scale:
          statusReplicasPath: .status.copies
          # old
          specReplicasPath: .spec.copies
          # new
          specReplicasPath: .spec.wanted
`)
  },
  'field-selector-removed': {
    title: 'Field selector removed',
    means: 'Lists can no longer be filtered by a field (`selectableFields`).',
    example: definitionExample('      served: true\n      # old\n      selectableFields: [{jsonPath: .spec.book}]\n')
  },
  'field-selector-added': {
    title: 'Field selector added',
    means: 'Lists can be filtered by a field (`selectableFields`).',
    example: definitionExample('      served: true\n      # new\n      selectableFields: [{jsonPath: .spec.book}]\n')
  },
  'field-undocumented': {
    title: 'Field no longer documented',
    means:
      'A field left an object that keeps unknown fields. The server still accepts and keeps it, and no longer validates it.',
    example: fieldExample(`                notes:
                  type: object
                  x-kubernetes-preserve-unknown-fields: true
                  properties:
                    title: {type: string}
                    # old
                    due: {type: string}
`)
  },
  'unknown-fields-dropped': {
    title: 'Unknown fields dropped',
    means:
      'The server kept all fields that the schema does not have (`preserveUnknownFields`, which is the default of `apiextensions.k8s.io/v1beta1`), and now drops them.',
    example: definitionExample('      served: true\n').replace(
      'spec:\n',
      'spec:\n  # old\n  preserveUnknownFields: true\n  # new\n  preserveUnknownFields: false\n  # both\n'
    )
  },
  'unknown-fields-kept': {
    title: 'Unknown fields kept',
    means: 'The server keeps all fields that the schema does not have, and dropped them before.',
    example: definitionExample('      served: true\n').replace(
      'spec:\n',
      'spec:\n  # old\n  preserveUnknownFields: false\n  # new\n  preserveUnknownFields: true\n  # both\n'
    )
  },
  'list-type-changed': {
    title: 'List type changed',
    means: 'The extensions that say how the server merges a list or map changed: its type, or the keys of its items.',
    example: fieldExample(`                tags:
                  type: array
                  items: {type: string}
                  # new
                  x-kubernetes-list-type: set
`)
  },
  'validation-rules-changed': {
    title: 'Validation rules changed',
    means:
      'The rules in `x-kubernetes-validations` changed, which only the server can evaluate. Rules that only left accept everything that was accepted.',
    example: fieldExample(`                due:
                  type: string
                  # new
                  x-kubernetes-validations: [{rule: self == oldSelf}]
`)
  }
} as const satisfies Record<keyof typeof CRD_KINDS, ChangeExplanation>
