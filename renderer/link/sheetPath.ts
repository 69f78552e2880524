/** The id in the path of *Links* that shows a campaign sheet instead of a link. Ids of links are UUIDs. */
export const sheetId = 'sheet'

/** Returns the path of the campaign sheet for a view's links; `query` is the view as URL parameters. */
export function sheetPath(query: string): string {
  return `/links/${sheetId}?${query}`
}

/** Returns the path of the sheet for all links of a campaign. */
export function campaignSheetPath(campaign: string): string {
  return sheetPath(new URLSearchParams({ campaign }).toString())
}
