/** Something worth a look in an address, and what it would be when mended. */
export interface TargetRemark {
  text: string
  fix: { label: string; url: string } | null
  /** Whether this is what our own service would refuse the address for, in other words. */
  refusal?: boolean
}
