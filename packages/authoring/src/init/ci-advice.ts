import {documentationPage} from '@tenure/core/model/documentation'

/** How to run the gate in CI, which these files configure, in one line. */
export function adviseCi(files: readonly string[]): string {
  const where = files.length === 0 ? 'In CI' : `In CI (${files.join(', ')})`
  const pages = [...new Set(files.length === 0 ? ['guide/gate-on-github'] : files.map(pageAbout))]
  const names = pages.map(page => documentationPage(page)).join(', ')
  return `${where}, fetch the whole git history, and run \`tenure check\` by a \`tenure\` that is installed outside of the checkout, where a change can't replace it. Complete files to copy: ${names}.`
}

/** The page with the recipe for the CI system that a file configures. */
function pageAbout(file: string): string {
  if (file.startsWith('.github/')) return 'guide/gate-on-github'
  return file === '.gitlab-ci.yml' ? 'guide/gate-on-gitlab' : 'guide/gate-elsewhere'
}
