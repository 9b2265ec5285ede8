/** The day on which the command-line tests run the commands. */
export const TODAY = '2026-03-02'

/** A history without violations, in which every release has a date. */
export const LIBRARY = `format: 1
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-15
    changes:
      - added: GET /v1/loans
      - added: GET /v1/branches
      - added: GET /v1/shelves
      - added: GET /v1/fees
      - added: GET /v1/reading-room/seats
      - added: GET /v1-beta/wishes
  - release: "1.1"
    date: 2025-03-01
    changes:
      - {deprecated: GET /v1/shelves, replacement: GET /v1/branches, sunset: 2026-06-01}
      - {deprecated: GET /v1/fees, replacement: GET /v1/loans}
      - {deprecated: /v1/reading-room/**, replacement: GET /v1/branches, sunset: 2026-09-30}
`

/** A GA endpoint and a beta endpoint are removed without notice. */
export const WITH_VIOLATION = `${LIBRARY}  - release: "1.2"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, replacement: GET /v1/branches}
      - {removed: GET /v1-beta/wishes, replacement: GET /v1/branches}
`

/** No violations, but one change has unknown compatibility. */
export const WITH_UNDETERMINED = `${LIBRARY}  - release: "1.2"
    date: 2025-06-01
    changes:
      - {changed: GET /v1/loans, note: Answers come in pages.}
`

/** The library with an unreleased change. */
export const withUnreleased = (changes: string, date?: string): string =>
  `${LIBRARY}  - release: next\n${date === undefined ? '' : `    date: ${date}\n`}    changes:\n      - ${changes}\n`

/** Allowed from 2026-04-01: deprecated on 2025-03-01 without a sunset date. */
export const FEES_REMOVED = '{removed: GET /v1/fees, replacement: GET /v1/loans}'
