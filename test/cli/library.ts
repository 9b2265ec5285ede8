/** The day on which the tests of the command line look at the record. */
export const TODAY = '2026-03-02'

/** A small lending library, its releases dated and its past in order. */
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

/** One GA endpoint was taken away without a word, one beta endpoint too. */
export const BROKEN = `${LIBRARY}  - release: "1.2"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, replacement: GET /v1/branches}
      - {removed: GET /v1-beta/wishes, replacement: GET /v1/branches}
`

/** Whether a change breaks is not said: nothing is broken, and something cannot be told. */
export const UNSURE = `${LIBRARY}  - release: "1.2"
    date: 2025-06-01
    changes:
      - {changed: GET /v1/loans, note: Answers come in pages.}
`

/** The library with what the next release would bring. */
export const next = (changes: string, date?: string): string =>
  `${LIBRARY}  - release: next\n${date === undefined ? '' : `    date: ${date}\n`}    changes:\n      - ${changes}\n`

/** The earliest lawful end of what was announced on 2025-03-01 without a sunset is 2026-04-01. */
export const FEES_GO = '{removed: GET /v1/fees, replacement: GET /v1/loans}'
