import {documentationPage} from '../../model/documentation.ts'
import type {CiSystem, InstalledPackage} from '../../read/sources/project-files.ts'

/** File of each CI system. */
const CI_FILES: Readonly<Record<CiSystem, string>> = {
  github: '.github/workflows/tenure.yml',
  gitlab: '.gitlab-ci.yml',
  'pre-commit': '.pre-commit-config.yaml'
}

/** Command that runs the gate. `--no` keeps npx from downloading a package of this name, which isn't published. */
const CI_COMMAND = 'npx --no tenure check'
const INSTALL_COMMAND = 'npm install --save-dev git+https://HOST/OWNER/tenure.git#COMMIT'

/** How to run the gate in CI, in at most three lines. */
export function adviseCi(ci: readonly CiSystem[], installed: InstalledPackage | undefined): string[] {
  const files = ci.map(each => CI_FILES[each])
  const where = files.length === 0 ? 'In CI' : `In CI (${files.join(', ')})`
  const install = installed === undefined || installed.isLocked ? 'npm ci && ' : ''
  return [
    `${where}, fetch the whole git history and run \`${install}${CI_COMMAND}\`; ${documentationPage('guide/gate-in-ci')} has complete files to copy.`,
    ...(installed
      ? []
      : [
          `First make tenure a dependency (replace HOST, OWNER, and COMMIT, the commit of a release): \`${INSTALL_COMMAND}\``
        ])
  ]
}
