import {mkdtempSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {readSnapshot} from '../../packages/openapi/src/read/snapshot.ts'
import {openSpec} from '../../src/documents/document-files.ts'
import {HERE} from '../here.ts'

const named = (ids: readonly string[], refs: readonly string[]): string[] => {
  const path = join(mkdtempSync(join(tmpdir(), 'ids-')), 'openapi.json')
  const schemas = Object.fromEntries(ids.map((id, at) => [`S${at}`, {$id: id, type: 'string'}]))
  const components = {
    schemas: {...schemas, Loan: {$id: 'https://library.example/v1/', oneOf: refs.map($ref => ({$ref}))}}
  }
  writeFileSync(path, JSON.stringify({openapi: '3.1.0', info: {title: 'Library', version: '1'}, paths: {}, components}))
  return readSnapshot(openSpec(HERE, path, {stdin: () => Buffer.alloc(0)})).gaps.map(
    ({message}) => /`\$ref: (.*?)`/.exec(message)?.[1] ?? message
  )
}

test('references resolve relative to the `$id` of other schemas', () => {
  const ids = ['https://library.example/v1/loan.json', 'https://library.example/v1/parts/shelf.json', 'urn:library:1.0']
  const addresses = ['loan.json', 'parts/shelf.json', '../v1/loan.json', '/v1/loan.json', 'loan.json#/type']
  expect(named(ids, [...addresses, ...ids])).toEqual([])
  expect(named(ids, ['shelf.json', '../loan.json'])).toEqual(['shelf.json', '../loan.json'])
  expect(named(ids, ['fine.json', 'parts/loan.json', '../shelf.json'])).toEqual([
    'fine.json',
    'parts/loan.json',
    '../shelf.json'
  ])
})

test('thousands of `$id`s and references are matched in linear time', () => {
  const each = (make: (at: number) => string): string[] => Array.from({length: 6000}, (_, at) => make(at))
  expect(
    named(
      each(at => `https://library.example/${at}/loan.json`),
      each(at => `shelf${at}.json`)
    )
  ).toHaveLength(6000)
})
