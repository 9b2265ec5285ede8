import {describe, expect, it} from 'vitest'
import {appendItem} from '../../../src/inputs/history/append-item.ts'

const ITEM = {deprecated: 'GET /v1/loans', sunset: '2027-04-02'}
const JSON_ITEM = '{"deprecated":"GET /v1/loans","sunset":"2027-04-02"}'
const append = (text: string, path: (string | number)[] = ['changes']) => appendItem(text, 'next.yaml', path, ITEM)

describe('an item is added to a list, and nothing else is touched', () => {
  it.each([
    [
      'after the last item',
      'changes:\n  - added: a # why\n# end\n',
      'changes:\n  - added: a # why\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\n# end\n'
    ],
    [
      'at the indentation of the others',
      'changes:\n- added: a\nnote: b\n',
      'changes:\n- added: a\n- deprecated: GET /v1/loans\n  sunset: 2027-04-02\nnote: b\n'
    ],
    [
      'after a block of text',
      'changes:\n  - note: |\n      a\n      b\nlast: 1\n',
      'changes:\n  - note: |\n      a\n      b\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\nlast: 1\n'
    ],
    [
      'where the last line has no break',
      'changes:\n  - added: a',
      'changes:\n  - added: a\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02'
    ],
    [
      'with the breaks of the file',
      'changes:\r\n  - added: a\r\n',
      'changes:\r\n  - added: a\r\n  - deprecated: GET /v1/loans\r\n    sunset: 2027-04-02\r\n'
    ],
    ['between brackets', 'changes: [{added: a}] # flow\n', `changes: [{added: a}, ${JSON_ITEM}] # flow\n`],
    [
      'where the list is empty',
      'changes: [] # none yet\nlast: 1\n',
      'changes: # none yet\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\nlast: 1\n'
    ],
    [
      'where the list is empty and the file ends',
      'changes: []',
      'changes:\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02'
    ],
    ['where the list is empty but for a comment', 'changes: [ # none\n]\n', `changes: [${JSON_ITEM} # none\n]\n`],
    [
      'where the key has no value',
      'changes: # none yet\nlast: 1\n',
      'changes: # none yet\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\nlast: 1\n'
    ],
    [
      'where the value is null',
      'changes: ~\nlast: 1\n',
      'changes:\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\nlast: 1\n'
    ],
    [
      'where the key is not there',
      'format: 1\n# end\n',
      'format: 1\nchanges:\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\n# end\n'
    ],
    ['where nothing is there', '', 'changes:\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\n'],
    [
      'where there are only comments',
      '# ours\n',
      '# ours\nchanges:\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\n'
    ],
    ['in JSON', '{"format": 1, "changes": []}\n', `{"format": 1, "changes": [${JSON_ITEM}]}\n`],
    ['in JSON without the key', '{"format": 1}\n', `{"format": 1, "changes": [${JSON_ITEM}]}\n`],
    ['in an empty map', '{}\n', `{"changes": [${JSON_ITEM}]}\n`]
  ])('%s', (_, old, expected) => {
    expect(append(old)).toBe(expected)
  })

  it('finds a list deep inside', () => {
    const old = 'releases:\n  - release: next\n    changes:\n      - added: a\n'
    expect(append(old, ['releases', 0, 'changes'])).toBe(
      `${old}      - deprecated: GET /v1/loans\n        sunset: 2027-04-02\n`
    )
    expect(append('releases:\n  - release: next\n', ['releases', 0, 'changes'])).toBe(
      'releases:\n  - release: next\n    changes:\n      - deprecated: GET /v1/loans\n        sunset: 2027-04-02\n'
    )
    expect(append('releases:\n  - {release: next}\n', ['releases', 0, 'changes'])).toBe(
      `releases:\n  - {release: next, "changes": [${JSON_ITEM}]}\n`
    )
  })

  it('adds to a list that is the whole file', () => {
    expect(append('- added: a\n', [])).toBe('- added: a\n- deprecated: GET /v1/loans\n  sunset: 2027-04-02\n')
    expect(append('[]\n', [])).toBe('- deprecated: GET /v1/loans\n  sunset: 2027-04-02\n')
    expect(append('# none\n', [])).toBe('# none\n- deprecated: GET /v1/loans\n  sunset: 2027-04-02\n')
  })

  it.each([
    ['an alias', 'base: &all [{added: a}]\nchanges: *all\n'],
    ['a text', 'changes: soon\n']
  ])('refuses %s', (_, old) => {
    expect(() => append(old)).toThrow(/^Nothing can be added to `next.yaml`/)
  })
})
