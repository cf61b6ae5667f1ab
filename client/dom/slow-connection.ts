interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Whether the browser reports a slow connection, or that the user saves data: nothing is fetched ahead then. Only some
 * browsers report it.
 */
export function isConnectionSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /[23]g$/.test(connection?.effectiveType ?? '');
}
