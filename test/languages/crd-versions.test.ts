import {expect, it} from 'vitest'
import {readDefinitions} from '../../packages/crd/src/definitions.ts'
import {sample} from '../tier.ts'

it.each(
  sample([
    ['', true, false],
    ['deprecated: true', true, true],
    ['deprecated: false', true, false],
    ['served: false', false, false],
    ['served: true', true, false]
  ])
)('a version with `%s` is served: %s, and deprecated: %s', (more, isServed, isDeprecated) => {
  const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: loans.library.example}
spec:
  group: library.example
  names: {kind: Loan, plural: loans}
  scope: Namespaced
  versions: [{name: v1, storage: true, schema: {openAPIV3Schema: {type: object}}${more === '' ? '' : `, ${more}`}}]
`
  const {definitions} = readDefinitions(new Map([['loans.yaml', text]]), new Map())
  expect(definitions[0]?.versions).toMatchObject([{name: 'v1', isServed, isDeprecated}])
})
