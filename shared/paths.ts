import { entryPaths } from './entry-paths.ts';

/**
 * Paths of the upstream's calls, relative to the API base. The base ends in a slash, so these do not begin with one.
 * `interested&accepted` keeps its literal ampersand: the original upstream answers 404 to `%26`.
 */
const id = encodeURIComponent;

export const apiPaths = {
  health: 'health',
  capabilities: 'capabilities',
  ...entryPaths,
  profileEdit: 'profile/edit',
  profilePassword: 'profile/password',
  profile: (userId: string) => `profile/${id(userId)}`,
  profileDelete: 'profile',
  profileExport: 'profile/export',
  sessions: 'profile/sessions',
  session: (sessionId: string) => `profile/sessions/${id(sessionId)}`,
  feed: 'user/feed',
  request: (status: 'interested' | 'ignored', userId: string) => `request/${status}/${id(userId)}`,
  requestReview: (status: 'accepted' | 'rejected', requestId: string) => `request/review/${status}/${id(requestId)}`,
  requestWithdraw: (requestId: string) => `request/${id(requestId)}`,
  requestsReceived: 'user/request/received',
  requestsSent: 'user/request/sent',
  connections: 'user/connections',
  connection: (userId: string) => `user/connections/${id(userId)}`,
  block: (userId: string) => `user/block/${id(userId)}`,
  blocked: 'user/blocked',
  createProject: 'create-project',
  myProjects: (userId?: string) => (userId === undefined ? 'myprojects' : `myprojects/${id(userId)}`),
  projects: 'projects',
  projectsInterestedAndAccepted: 'projects/interested&accepted',
  projectView: (projectId: string) => `project/view/${id(projectId)}`,
  projectEdit: (projectId: string) => `project/edit/${id(projectId)}`,
  projectDelete: (projectId: string) => `project/${id(projectId)}`,
  projectInterest: (projectId: string) => `project/interest/${id(projectId)}`,
  projectInterestReview: (status: 'accepted' | 'rejected', interestId: string) =>
    `project/interest/review/${status}/${id(interestId)}`,
  chat: (userId: string) => `chat/${id(userId)}`,
  chats: 'chats',
  notifications: 'notifications',
  notificationsRead: 'notifications/read',
  emailVerify: 'email/verify',
  emailResend: 'email/verify/resend',
  emailChange: 'profile/email',
  emailUndo: 'email/undo',
  passwordForgot: 'password/forgot',
  passwordReset: 'password/reset',
  searchPeople: 'search/people',
  searchProjects: 'search/projects',
  media: 'media',
  mediaDelete: (mediaId: string) => `media/${id(mediaId)}`,
  publicProject: (projectId: string) => `public/project/${id(projectId)}`,
  publicProfile: (userId: string) => `public/profile/${id(userId)}`,
  publicPages: 'public/pages',
  openapi: 'openapi.json',
  socket: 'socket.io',
} as const;
