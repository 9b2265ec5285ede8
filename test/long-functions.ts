/**
 * Functions of over 80 lines or 20 branches, by file. No function is added, and a shortened one is removed from the
 * list.
 */
export const LONG_FUNCTIONS: readonly string[] = [
  'packages/authoring/src/record/derive-lines.ts deriveLines',
  'packages/client-calls/src/scan-file.ts #visit',
  'packages/client-calls/src/values/evaluate.ts #evaluate',
  'packages/openapi/src/diff/attribution/root-causes.ts #changeOf',
  'packages/openapi/src/diff/flatten/flatten.ts flattenWith',
  'packages/openapi/src/diff/unchanged/changed-references.ts referencesIn',
  'src/documents/parsing/marked-locations.ts #walk',
  'packages/json-schema/src/document/dynamic-scope.ts collectDocumentNames',
  'packages/json-schema/src/solver/branch.ts #addOne',
  'packages/json-schema/src/solver/solve-number.ts findMultiple',
  'packages/json-schema/src/solver/solve-string.ts findInLanguage'
]
