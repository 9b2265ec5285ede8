import {expect, it} from 'vitest'
import {addDocumentMarks} from '../../../../packages/openapi/src/diff/lifecycle-marks.ts'
import {sample} from '../../../tier.ts'

interface Written {
  readonly since?: string
  readonly sunset?: string
}
const marks = ({since, sunset}: Written) => ({
  deprecated: {value: true, place: {source: 'openapi.yaml'}},
  ...(since === undefined ? {} : {since: {value: since, place: {source: 'openapi.yaml'}}}),
  ...(sunset === undefined ? {} : {sunset: {value: sunset, place: {source: 'openapi.yaml'}}})
})

it.each<[string, Written, Written, Written]>(
  sample([
    ['the earlier announcement', {since: '2025-03-10'}, {since: '2025-02-10'}, {since: '2025-02-10'}],
    ['the earlier announcement', {since: '2025-02-10'}, {since: '2025-03-10'}, {since: '2025-02-10'}],
    ['the announcement of the document', {}, {since: '2025-03-10'}, {since: '2025-03-10'}],
    ['its own announcement', {since: '2025-03-10'}, {}, {since: '2025-03-10'}],
    ['its own announcement', {since: '2025-03-10'}, {since: '1.0'}, {since: '2025-03-10'}],
    ['its own sunset', {sunset: '2026-03-10'}, {sunset: '2026-02-10'}, {sunset: '2026-03-10'}],
    ['the sunset of the document', {}, {sunset: '2026-02-10'}, {sunset: '2026-02-10'}]
  ])
)('an operation has %s: %j in a document with %j', (_, own, document, expected) => {
  const {since, sunset} = addDocumentMarks(marks(own), marks(document))
  expect({
    ...(since ? {since: since.value} : {}),
    ...(sunset ? {sunset: sunset.value} : {})
  }).toEqual(expected)
})
