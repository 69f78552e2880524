/**
 * Text widths to test, so that no layout depends on one machine's fonts. Wide is the text spacing of WCAG 1.4.12;
 * narrow resembles a condensed font.
 */
export const textStyles = {
  normal: '',
  narrow: '* { letter-spacing: -0.04em !important; word-spacing: -0.08em !important; }',
  wide: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5; }',
} as const
export type TextStyle = keyof typeof textStyles

/**
 * Changes the width of all text in a document until the next call. Runs in the page, even under a policy without inline
 * styles, so it must be self-contained.
 */
export function applyTextStyle(css: string): void {
  const name = 'linkwrightTextStyle'
  const styledDocument = document as Document & { [name]?: CSSStyleSheet }
  styledDocument[name] ??= new CSSStyleSheet()
  styledDocument[name].replaceSync(css)
  if (!document.adoptedStyleSheets.includes(styledDocument[name]))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, styledDocument[name]]
}
