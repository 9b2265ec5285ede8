/** Exit codes of all commands. `unsure`, for an undetermined result, is only used with `--fail-on undetermined` and by `next-version`. */
export const EXIT = {fine: 0, findings: 1, failed: 2, unsure: 3} as const
