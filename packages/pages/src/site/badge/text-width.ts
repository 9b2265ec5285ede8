/**
 * Advance widths of Verdana, in thousandths of its size, from the space on: badges state the width of their text, so that
 * it fits with any font.
 */
const WIDTHS =
  '352 394 459 818 636 1076 727 269 454 454 636 818 364 454 364 454 636 636 636 636 636 636 636 636 636 636 454 454 818 818 818 545 1000 684 686 698 771 632 575 775 751 421 455 693 557 843 748 787 603 787 695 684 616 732 684 989 685 615 685 454 454 454 818 636 636 601 623 521 623 596 352 623 633 274 344 592 274 973 633 607 623 623 427 521 394 633 592 818 592 592 525 635 454 635 818'
    .split(' ')
    .map(Number)
const FIRST = 32
/** Width of other characters. Those beyond Latin, Greek, Cyrillic, Hebrew, and Arabic are as wide as high. */
const [OTHER, WIDE] = [700, 1000]
const FIRST_WIDE = 0x0900

/** Width of a text in pixels, rounded up. */
export const textWidth = (text: string, size: number): number =>
  Math.ceil(([...text].reduce((sum, each) => sum + widthOf(each.codePointAt(0) ?? 0), 0) * size) / 1000)

const widthOf = (code: number): number => WIDTHS[code - FIRST] ?? (code < FIRST_WIDE ? OTHER : WIDE)
