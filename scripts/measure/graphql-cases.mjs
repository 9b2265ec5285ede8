import {importSource} from '../import-source.mjs'

/** Counts the published cases of other checkers, as their test holds our answers. */
export async function measure() {
  const {countAgreement} = await importSource("export {countAgreement} from './test/languages/graphql/agreement.ts'")
  return {checkers: countAgreement()}
}

/** The section of the page. */
export function render({checkers}, {table}) {
  return [
    '## Published cases of GraphQL',
    'The cases in the tests of graphql-js (`findBreakingChanges`, `findDangerousChanges`) and of graphql-inspector (`diff`), rebuilt as schemas of a library. “Dangerous” counts as the same answer where tenure asks for review. `test/languages/graphql-checkers.test.ts` holds our answers, each difference with its reason.',
    table(
      ['Checker', 'Cases', 'Its answer', 'Ours', 'Why'],
      checkers.flatMap(({name, same, differences}) => [
        [name, same, 'the same', 'the same'],
        ...differences.map(({theirs, answer, why, count}) => [name, count, theirs, answer, why])
      ])
    )
  ]
}
