import type {CiSystem} from '@tenure/core/inputs/sources/project-files'
import {documentationPage} from '@tenure/core/model/documentation'

/** Name of the file in which each CI system is configured. */
const CI_FILES: Readonly<Record<CiSystem, string>> = {
  github: '.github/workflows/tenure.yml',
  gitlab: '.gitlab-ci.yml',
  azure: 'azure-pipelines.yml',
  bitbucket: 'bitbucket-pipelines.yml',
  jenkins: 'Jenkinsfile',
  buildkite: '.buildkite/pipeline.yml',
  circleci: '.circleci/config.yml',
  woodpecker: '.woodpecker.yml',
  'pre-commit': '.pre-commit-config.yaml'
}

/** How to run the gate in CI, in one line. */
export function adviseCi(ci: readonly CiSystem[]): string {
  const files = ci.map(each => CI_FILES[each])
  const where = files.length === 0 ? 'In CI' : `In CI (${files.join(', ')})`
  return `${where}, fetch the whole git history, and run \`tenure check\` from outside of the checkout, where a change can't replace it; ${documentationPage('guide/gate-in-ci')} has complete files to copy.`
}
