/**
 * How wide text is, so that no layout depends on the fonts of one machine. The wide one is the text spacing that WCAG 1.4.12
 * demands to be possible; the narrow one is about as narrow as a condensed font.
 */
export const textStyles = {
  usual: '',
  narrow: '* { letter-spacing: -0.04em !important; word-spacing: -0.08em !important; }',
  wide: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5; }',
} as const
export type TextStyle = keyof typeof textStyles

/**
 * Gives all text in a document another width, until the next call. Runs in a page, also in one whose policy allows no inline
 * styles, and so uses nothing from outside.
 */
export function applyTextStyle(css: string): void {
  const name = 'linkwrightTextStyle'
  const holder = document as Document & { [name]?: CSSStyleSheet }
  holder[name] ??= new CSSStyleSheet()
  holder[name].replaceSync(css)
  if (!document.adoptedStyleSheets.includes(holder[name]))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, holder[name]]
}
