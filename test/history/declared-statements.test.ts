// Which observed events the lines of a history already declare.
import {describe, expect, it} from 'vitest'
import {type DeclaredStatement, isAlreadyDeclared} from '../../src/history/unrecorded.ts'
import {parseTarget} from '../../src/languages/languages.ts'
import type {Subject, Target} from '../../src/model/subject/subject.ts'

const subjectOf = (text: string): Subject => ({target: parseTarget(text) as Target})
const line = (
  kind: DeclaredStatement['kind'],
  subject: string,
  more: Partial<DeclaredStatement> = {}
): DeclaredStatement => ({kind, verb: 'changed', subject: subjectOf(subject), ...more})

const LOANS = 'GET /v1/loans'
const BREAK: Partial<DeclaredStatement> = {change: 'type-changed', breaking: true}
const HARMLESS: Partial<DeclaredStatement> = {change: 'type-changed', breaking: false}

describe('a change is declared by a line', () => {
  it.each<[declared: Partial<DeclaredStatement>, event: Partial<DeclaredStatement>, isDeclared: boolean]>([
    [{}, HARMLESS, true],
    [{breaking: true}, HARMLESS, true],
    [{change: 'type-changed'}, HARMLESS, true],
    [{change: 'value-removed'}, HARMLESS, false],
    // A breaking change needs a line that says so, or that names what changed.
    [{}, BREAK, false],
    [{breaking: false}, BREAK, false],
    [{breaking: true}, BREAK, true],
    [{change: 'type-changed'}, BREAK, true],
    [{change: 'type-changed', breaking: true}, BREAK, true],
    [{change: 'type-changed', breaking: false}, BREAK, false],
    [{change: 'value-removed', breaking: true}, BREAK, false]
  ])('%j: %j is %s', (declared, event, isDeclared) => {
    expect(isAlreadyDeclared(line('changed', LOANS, event), [line('changed', LOANS, declared)])).toBe(isDeclared)
    expect(isAlreadyDeclared(line('changed', LOANS, event), [line('changed', 'GET /v1/copies', declared)])).toBe(false)
  })
})

it.each<[declared: DeclaredStatement, event: DeclaredStatement, isDeclared: boolean]>([
  [line('removed', LOANS), line('removed', LOANS), true],
  [line('removed', '/v1/**'), line('removed', LOANS), true],
  [line('removed', '/v1/**', {except: [subjectOf(LOANS)]}), line('removed', LOANS), false],
  [line('introduced', '/v1/**'), line('introduced', LOANS), false],
  [line('deprecated', LOANS, {sunset: {text: '2027-01-01'}}), line('rescheduled', LOANS), true],
  [line('deprecated', LOANS), line('rescheduled', LOANS), false],
  [line('restored', LOANS), line('introduced', LOANS), true],
  [line('introduced', LOANS), line('restored', LOANS), false],
  [line('deprecated', LOANS), line('removed', LOANS), false]
])('%j declares %j: %s', (declared, event, isDeclared) => {
  expect(isAlreadyDeclared(event, [declared])).toBe(isDeclared)
})
