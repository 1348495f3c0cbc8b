/** The number of open dialogs. */
export const dialogs = $state({ open: 0 });
