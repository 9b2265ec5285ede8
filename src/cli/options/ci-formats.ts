import type {FormatChoice} from '../../outputs/report/formats.ts'

/** Environment variables that identify a CI system. */
export interface CiEnvironment {
  readonly GITHUB_ACTIONS?: string | undefined
  readonly GITLAB_CI?: string | undefined
}

/** Name of the artifact in GitLab's own examples. */
const CODE_QUALITY = 'gl-code-quality-report.json'

/**
 * Default formats. GitHub reads annotations from the log. GitLab reads an artifact, so the log stays readable for
 * people.
 */
export function ciFormats({GITHUB_ACTIONS, GITLAB_CI}: CiEnvironment): FormatChoice[] {
  if (GITHUB_ACTIONS === 'true') return [{format: 'github'}]
  if (GITLAB_CI === 'true') return [{format: 'stylish'}, {format: 'gitlab', file: CODE_QUALITY}]
  return [{format: 'stylish'}]
}
