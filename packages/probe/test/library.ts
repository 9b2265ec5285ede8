/** The day on which the tests ask. */
export const TODAY = '2026-11-26'

export const POLICY = `
format: 1
name: library
extends: thirteen-months
timezone: America/New_York
`

/** A history with a supported endpoint of each kind, two deprecated ones, and a removed one. */
export const HISTORY = `
format: 1
service: Lending Library API
policy: policy.yaml
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {added: GET /v1/loans}
      - {added: "GET /v1/loans/{loanId}"}
      - {added: POST /v1/loans}
      - {added: GET /v1/fees}
      - {added: GET /v1/shelves}
      - {added: GET /v1/readers}
  - {release: "1.1", date: 2024-06-03, changes: [{deprecated: GET /v1/shelves, sunset: 2026-06-01}]}
  - release: "2.0"
    date: 2026-03-02
    changes:
      - {added: GET /v2/loans}
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2027-06-30}
      - {deprecated: GET /v1/fees}
  - {release: "2.1", date: 2026-06-02, changes: [{removed: GET /v1/shelves}]}
`
