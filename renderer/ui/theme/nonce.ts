/** The nonce that this response's content security policy allows styles with; the host writes it into the page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Tells it to the styles that are not the component kit's own, such as those that stop a page behind a drawer. */
export function announceStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
