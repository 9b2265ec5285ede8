import {describe, expect, it} from 'vitest'
import {appendItem} from '../../../packages/authoring/src/lines/append-item.ts'
import {sample} from '../../tier.ts'

const ITEM = {deprecated: 'GET /v1/loans', sunset: '2027-04-02'}
const JSON_ITEM = '{"deprecated":"GET /v1/loans","sunset":"2027-04-02"}'
const append = (text: string, path: (string | number)[] = ['changes']) => appendItem(text, 'next.yaml', path, ITEM)

describe('an item is appended to a list without changing anything else', () => {
  it.each(
    sample([
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
        'after a last line without a line break',
        'changes:\n  - added: a',
        'changes:\n  - added: a\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02'
      ],
      [
        'with the line endings of the file',
        'changes:\r\n  - added: a\r\n',
        'changes:\r\n  - added: a\r\n  - deprecated: GET /v1/loans\r\n    sunset: 2027-04-02\r\n'
      ],
      ['inside brackets', 'changes: [{added: a}] # flow\n', `changes: [{added: a}, ${JSON_ITEM}] # flow\n`],
      [
        'to an empty list',
        'changes: [] # none yet\nlast: 1\n',
        'changes: # none yet\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\nlast: 1\n'
      ],
      [
        'to an empty list at the end of the file',
        'changes: []',
        'changes:\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02'
      ],
      ['to a list with only a comment', 'changes: [ # none\n]\n', `changes: [${JSON_ITEM} # none\n]\n`],
      [
        'to a key without a value',
        'changes: # none yet\nlast: 1\n',
        'changes: # none yet\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\nlast: 1\n'
      ],
      [
        'to a null value',
        'changes: ~\nlast: 1\n',
        'changes:\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\nlast: 1\n'
      ],
      [
        'with a missing key',
        'format: 1\n# end\n',
        'format: 1\nchanges:\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\n# end\n'
      ],
      ['to an empty file', '', 'changes:\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\n'],
      [
        'to a file with only comments',
        '# ours\n',
        '# ours\nchanges:\n  - deprecated: GET /v1/loans\n    sunset: 2027-04-02\n'
      ],
      ['in JSON', '{"format": 1, "changes": []}\n', `{"format": 1, "changes": [${JSON_ITEM}]}\n`],
      ['in JSON without the key', '{"format": 1}\n', `{"format": 1, "changes": [${JSON_ITEM}]}\n`],
      ['in an empty map', '{}\n', `{"changes": [${JSON_ITEM}]}\n`]
    ])
  )('%s', (_, old, expected) => {
    expect(append(old)).toBe(expected)
  })

  it('in a nested list', () => {
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

  it('to a list that is the whole file', () => {
    expect(append('- added: a\n', [])).toBe('- added: a\n- deprecated: GET /v1/loans\n  sunset: 2027-04-02\n')
    expect(append('[]\n', [])).toBe('- deprecated: GET /v1/loans\n  sunset: 2027-04-02\n')
    expect(append('# none\n', [])).toBe('# none\n- deprecated: GET /v1/loans\n  sunset: 2027-04-02\n')
  })

  it.each([
    ['an alias', 'base: &all [{added: a}]\nchanges: *all\n'],
    ['a string', 'changes: soon\n']
  ])('but not to %s', (_, old) => {
    expect(() => append(old)).toThrow(/^Nothing can be added to `next.yaml`/)
  })
})
