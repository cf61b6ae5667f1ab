// Without the schemas of `api/reports.ts`, which would bring zod into the client.
export const reportReasons = ['spam', 'harassment', 'impersonation', 'sexual', 'violence', 'other'] as const;
