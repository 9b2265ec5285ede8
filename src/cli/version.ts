import packageJson from '../../package.json' with {type: 'json'}

/** Commit that was built, and its day. The bundler sets it, if it builds a git repository. */
declare const TENURE_COMMIT: string | undefined

const isBuilt = typeof TENURE_COMMIT !== 'undefined' && TENURE_COMMIT

export const VERSION = packageJson.version

/** Version and commit, as `--version` prints them: `tenure 0.1.0 (abc1234, 2026-11-26)`. */
export const VERSION_TEXT = `tenure ${VERSION}${isBuilt ? ` (${TENURE_COMMIT})` : ''}`
