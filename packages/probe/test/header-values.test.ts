import {describe, expect, it} from 'vitest'
import {createRedaction} from '../src/credentials.ts'
import {readDeprecation, readLinks, readSunset} from '../src/header-values.ts'

const BERLIN = 'Europe/Berlin'

describe('`Deprecation`', () => {
  it.each([
    // The example of RFC 9745.
    ['@1688169599', '2023-07-01'],
    ['@1688169599;a;b="c; d"', '2023-07-01'],
    ['@0', '1970-01-01'],
    ['@-7200', '1969-12-31'],
    ['@4102441200', '2100-01-01']
  ])('%s is a day', (value, day) => expect(readDeprecation([value], BERLIN)).toEqual({day}))

  it.each([
    ['', 'is no date'],
    ['1688169599', 'is no date'],
    ['@1688169599.5', 'is no date'],
    ['@1688169599 x', 'is no date'],
    ['@', 'is no date'],
    ['@999999999999999999', 'is no date'],
    ['2023-06-30', 'is no date'],
    ['?1', 'is the form of an old draft'],
    ['Version="v1"', 'is no date'],
    ['@1688169599, @1688169599', 'is sent twice']
  ])('%j is none', (value, flaw) => expect(readDeprecation([value], BERLIN)).toEqual({flaw}))
})

describe('`Sunset`', () => {
  it('is an HTTP date', () => {
    // The example of RFC 8594.
    expect(readSunset(['Sat, 31 Dec 2018 23:59:59 GMT'], 'UTC')).toEqual({day: '2018-12-31'})
    expect(readSunset(['Mon, 31 Dec 2018 23:59:59 GMT'], BERLIN)).toEqual({day: '2019-01-01'})
  })

  it.each([
    'Mon, 31 Dec 2018 23:59:59 +0100',
    'Monday, 31-Dec-18 23:59:59 GMT',
    'Mon, 32 Dec 2018 23:59:59 GMT',
    'Mon, 31 Foo 2018 23:59:59 GMT',
    '@1688169599',
    '2018-12-31T23:59:59Z',
    'never'
  ])('is not %s', value => expect(readSunset([value], 'UTC')).toEqual({flaw: 'is no HTTP date'}))
})

describe('`Link`', () => {
  it('has targets with their relations', () => {
    const links = readLinks([
      '<https://a.example/?x=1,2;3>; rel="next successor-version"; title="<b>; rel=no, \\"c", </d>;REL=Deprecation',
      'no link, <e>; title=f, <g>',
      '<h>; rel=first; rel=second'
    ])
    expect(links).toEqual([
      {target: 'https://a.example/?x=1,2;3', relations: ['next', 'successor-version']},
      {target: '/d', relations: ['deprecation']},
      {target: 'e', relations: []},
      {target: 'g', relations: []},
      {target: 'h', relations: ['first']}
    ])
  })

  it.each(['<'.repeat(5000), `<a>${';a'.repeat(2500)}!`, `<a>;a="${'\\"'.repeat(2500)}`, '<>;a="'.repeat(800)])(
    'can be anything',
    value => expect(readLinks([value]).length).toBeLessThan(2000)
  )
})

it('credentials are hidden in each form', () => {
  const redact = createRedaction(['Basic dXNlcjpwYXNzd29yZA==', 'session=a b/c+defg; x=1'])
  expect(redact('Basic dXNlcjpwYXNzd29yZA== user:password password b/c+defg b%2Fc%2Bdefg x=1')).toBe(
    '[hidden] [hidden] [hidden] [hidden] [hidden] x=1'
  )
})
