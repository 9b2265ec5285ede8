// What the reason of a deprecation says, in the forms that vendors use.

import {describe, expect, test} from 'vitest'
import {findProposedNames, findSince, findSunset} from '../../src/languages/reason.ts'
import {folder, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'

describe.each<[reason: string, names: readonly string[], since?: string | undefined, sunset?: string | undefined]>(
  sample([
    ['Use `place` instead', ['place']],
    ['Deprecated in Library 14.5: Use `place`.', ['place']],
    ['Use lendBook. Deprecated in 13.2', ['lendBook']],
    ['Deprecated in Library 17.1: renamed to `Book.place`.', ['Book.place']],
    ['This was renamed. Please use [`place`](#place). Deprecated in Library 13.6.', ['place']],
    ['This field will be removed in a future version', []],
    ['Deprecated since API version 2023-10', [], '2023-10'],
    ['Deprecated as of 2023-10. Use place instead.', ['place'], '2023-10'],
    ['Deprecated on January 5, 2024. Removal on 2025-01-01.', [], '2024-01-05', '2025-01-01'],
    ['Deprecated in Library 3.1 and will be removed in Library 4.0.', [], undefined, '4.0'],
    ['`DEM` is deprecated. Use `EUR` available from version `2021-01` onwards instead.', ['EUR']],
    ['Loans are deprecated, use items instead.', ['items']],
    ['Deprecated in favor of lendBook.', ['lendBook']],
    ['Use root-level shelf argument instead.', []],
    ['Use the Lending API instead.', []],
    ['Use fee classes to control it.', []],
    ['See the docs for more details.', ['docs']]
  ])
)('%s', (reason, names, since, sunset) => {
  test('proposes names', () => expect(findProposedNames(reason).filter(name => name !== 'instead')).toEqual(names))
  test('says since when, if that is a day', () => expect(findSince(reason)).toBe(since))
  test('says until when', () => expect(findSunset(reason)).toBe(sunset))
})

test('an argument is replaced by another one of its field', async () => {
  const schema = (reason: string): string =>
    `type Query {\n  loans(filter: ID${reason}, where: ID): [ID]\n  where: ID\n}\n`
  const cwd = folder({
    '1.0.graphql': schema(''),
    '1.1.graphql': schema(' @deprecated(reason: "Use `where` filter instead.")')
  })
  const ran = await tenure(['changelog', '.'], {cwd})
  expect(ran.out).toContain('Use `Query.loans(where)` instead.')
})
