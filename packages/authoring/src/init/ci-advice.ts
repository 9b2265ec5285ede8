import {documentationPage} from '@tenure/core/model/documentation'

/** How to run the gate in CI, which these files configure, in one line. */
export function adviseCi(files: readonly string[]): string {
  const where = files.length === 0 ? 'In CI' : `In CI (${files.join(', ')})`
  return `${where}, fetch the whole git history, and run \`tenure check\` by a \`tenure\` that is installed outside of the checkout, where a change can't replace it; ${documentationPage('guide/gate-on-github')} has complete files to copy.`
}
