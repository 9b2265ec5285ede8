import {describe, expect, test} from 'vitest'
import {contains} from '../../src/containment.ts'
import {hasFormat} from '../../src/formats/formats.ts'
import {confirm} from '../confirm.ts'

/** Texts that have a format, texts that don't, and texts on which readings of the standard disagree. */
const FORMATS: Readonly<Record<string, {is: readonly string[]; isNot: readonly string[]; open?: readonly string[]}>> = {
  'date-time': {
    is: ['1998-12-31T23:59:60Z', '1998-12-31T15:59:60.123-08:00', '1999-01-01T05:29:60+05:30'],
    isNot: ['1998-12-31T23:59:61Z', '1998-12-31T23:58:60Z', '1998-12-31T22:59:60Z', '1998-02-30T12:00:00Z']
  },
  time: {is: ['23:59:60Z', '01:29:60+01:30'], isNot: ['23:59:60+01:00', '12:00:00', '24:00:00Z']},
  duration: {
    is: ['P4Y', 'PT0S', 'P1DT12H', 'P2W', 'P1Y2M3DT4H5M6S'],
    isNot: ['P', 'PT', 'PT1D', 'P2D1Y', 'P1D2H', 'P1Y2W', 'P1', 'P1YT', '1D'],
    open: ['P1Y1D', 'PT1H1S', 'PT0.5S']
  },
  email: {
    is: ['"joe bloggs"@library.example', '"joe@bloggs"@library.example', 'joe@[127.0.0.1]', 'joe@[IPv6:::1]'],
    isNot: ['joe@[127.0.0.300]', 'joe@[IPv6:::g]', '"joe"bloggs@library.example', '.joe@library.example', 'joe@', '@a'],
    open: ['joe@[tag:content]']
  },
  'idn-email': {is: ['실례@실례.테스트', 'joe@library.example'], isNot: ['2962', '실례@-실례', '@실례.테스트']},
  'idn-hostname': {
    is: ['실례.테스트', 'a。b', 'l·l', 'α͵β', 'א״ב', '・丈', 'क्‍ष', 'ßς་〇', 'host-name', 'LIBRARY.example'],
    isNot: ['', '.', 'a..b', '-a', 'a-', 'aé--b', 'a_b', '〮실', 'ـߺ', 'a·l', 'α͵S', 'A״ב', 'def・abc', 'ب٠۰', 'क‍ष'],
    open: ['xn--X', 'É.example', 'בぁ', '☃']
  },
  uri: {
    is: ['http://[2001:db8::1]:80/a?b#c', 'urn:isbn:0', 'a:', "http://a:b@c/~d'(e)*,;=:@"],
    isNot: ['http://2001:db8::1/', 'http://[::1', 'http://a/[b]', 'http://a/#b#c', 'http://a/%zz', '/a', 'http://é']
  },
  'uri-reference': {is: ['', '/a', '//a:1/b', '#c', '?d'], isNot: ['\\a', '#a#b', '//a:b', 'é'], open: ['1:2']},
  iri: {is: ['http://ƒøø.ßår/?∂éœ=πîx#πîüx', 'http://[::1]/é'], isNot: ['http://2001:db8::1/é', '/é', 'http://é/%é']},
  'iri-reference': {is: ['/âππ', 'âππ', '#ƒrägmênt', '//é'], isNot: ['\\é', '#é\\']},
  regex: {is: ['^a$', '\\p{L}', '(?<a>b)'], isNot: ['^(abc]', '\\a', '^\\S(|(.|\\n)*\\S)\\Z', '(']}
}

describe.each(Object.entries(FORMATS))('%s', (name, {is, isNot, open = []}) => {
  test('recognizes texts that have the format', () => {
    const answers = [...is, ...isNot, ...open].map(text => [text, hasFormat(name, text)])
    const expected = [
      ...is.map(text => [text, true]),
      ...isNot.map(text => [text, false]),
      ...open.map(text => [text, undefined])
    ]
    expect(answers).toEqual(expected)
  })
})

test('draft-07 asserts the formats that it defines, and a doubtful text is undetermined', () => {
  const proveContainment = (sub: unknown, sup: unknown) =>
    contains({schema: sub, dialect: 'draft-07'}, {schema: sup, dialect: 'draft-07'}, {confirm})
  expect(proveContainment({const: 'a_b'}, {format: 'idn-hostname'}).is).not.toBe('keeps')
  expect(proveContainment({const: 'xn--X'}, {format: 'idn-hostname'})).toEqual({
    is: 'undetermined',
    why: "it isn't known which strings have the format `idn-hostname`"
  })
  // A validator that ignores the format can't confirm a counterexample.
  expect(proveContainment({format: 'idn-hostname'}, {not: {const: 'xn--X'}}).is).toBe('undetermined')
  expect(proveContainment({type: 'string', format: 'idn-hostname'}, {type: 'string'})).toEqual({is: 'keeps'})
  for (const format of ['regex', 'uri-template', 'uri-reference']) {
    expect(proveContainment({type: 'string'}, {format}), format).toMatchObject({is: 'breaks'})
    expect(proveContainment({format}, {not: {type: 'string'}}), format).toMatchObject({is: 'breaks'})
  }
})

test('formats are compared with other formats, patterns, and lengths', () => {
  const answer = (sub: object, sup: object) =>
    contains({schema: {type: 'string', ...sub}, dialect: '2020-12'}, {schema: sup, dialect: '2020-12'}, {confirm}).is
  expect(answer({format: 'uri'}, {format: 'uri-reference'})).toBe('keeps')
  expect(answer({format: 'uri'}, {format: 'iri'})).toBe('keeps')
  expect(answer({format: 'email'}, {format: 'idn-email'})).toBe('keeps')
  expect(answer({format: 'uri-reference'}, {format: 'uri'})).toBe('breaks')
  expect(answer({format: 'uuid'}, {minLength: 36, maxLength: 36})).toBe('keeps')
  expect(answer({format: 'hostname'}, {maxLength: 253})).toBe('keeps')
  expect(answer({format: 'ipv6'}, {pattern: ':'})).toBe('keeps')
  expect(answer({format: 'ipv6'}, {not: {format: 'ipv4'}})).toBe('keeps')
  expect(answer({format: 'date-time'}, {pattern: '^[-0-9]*T'})).toBe('breaks')
  expect(answer({pattern: '^https?://'}, {format: 'uri'})).toBe('breaks')
  expect(answer({pattern: '^[a-z]+$'}, {format: 'email'})).toBe('breaks')
})
