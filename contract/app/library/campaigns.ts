/** Maximum number of campaigns that are listed: those with the latest links. */
export const maxCampaigns = 2_000
