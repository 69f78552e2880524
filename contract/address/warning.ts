/** Something worth a look in an address that visitors are sent to, and the address with it mended. */
export interface AddressWarning {
  text: string
  /** `null` if only a person can tell what was meant. */
  fix: { label: string; url: string } | null
  /** Whether the address can't be used as it is: no visitor would arrive. */
  isError?: boolean
}
