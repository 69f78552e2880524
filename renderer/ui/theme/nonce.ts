/** Returns the style nonce of the content security policy, which the host writes into the page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Passes the nonce to styles outside Mantine, such as the scroll lock behind a drawer. */
export function announceStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
