import type {FormatChoice} from '../report/formats.ts'

/** The variables by which build servers make themselves known. */
export interface CiEnvironment {
  readonly GITHUB_ACTIONS?: string | undefined
  readonly GITLAB_CI?: string | undefined
}

/** Where GitLab's own examples have the artifact. */
const CODE_QUALITY = 'gl-code-quality-report.json'

/**
 * The reports of who names none. GitHub reads annotations from the log; GitLab takes an artifact, and its log is read
 * by people.
 */
export function ciFormats({GITHUB_ACTIONS, GITLAB_CI}: CiEnvironment): FormatChoice[] {
  if (GITHUB_ACTIONS === 'true') return [{format: 'github'}]
  if (GITLAB_CI === 'true') return [{format: 'stylish'}, {format: 'gitlab', file: CODE_QUALITY}]
  return [{format: 'stylish'}]
}
