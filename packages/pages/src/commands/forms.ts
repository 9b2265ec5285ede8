/** Forms of a change history, besides templates. The first is the default. */
export const CHANGELOG_FORMS = ['page', 'keep-a-changelog', 'github'] as const

/** Forms of release notes, besides templates. The first is the default. */
export const NOTES_FORMS = ['github', 'keep-a-changelog'] as const
