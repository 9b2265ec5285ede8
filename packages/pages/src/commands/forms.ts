/** Templates that come with the program, by name, with their files. */
export const READY_TEMPLATES = {
  slack: 'slack.json.liquid',
  teams: 'teams.json.liquid',
  mail: 'mail.txt.liquid',
  csv: 'changes.csv.liquid'
} as const

/** The names of all of them. */
export const READY_FORMS = Object.keys(READY_TEMPLATES)

/** Forms of a change history, besides templates. The first is the default. */
export const CHANGELOG_FORMS = ['page', 'keep-a-changelog', 'github'] as const

/** Forms of release notes, besides templates. The first is the default. */
export const NOTES_FORMS = ['github', 'keep-a-changelog'] as const

/** Messages about removals that are due. */
export const DUE_FORMS = ['slack', 'teams', 'mail'] as const
